"""Pages of many products, each with its picture or its place in a grid."""
