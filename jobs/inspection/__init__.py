"""Is an uploaded file a PDF that may be let in? Decided before anything else opens it, in a confined process of its own.

`service.inspect` answers. Nothing is imported here: the confined process would pay for it each time it starts.
"""
