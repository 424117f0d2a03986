from pipeline.admin import bindings, evaluations, images, pages, skus

__all__ = ["bindings", "evaluations", "images", "pages", "skus"]
