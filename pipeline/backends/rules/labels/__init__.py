"""What columns and labels are called, in any language the dictionary knows."""
