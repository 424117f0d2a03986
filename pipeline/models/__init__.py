from pipeline.models.evaluations import Evaluation
from pipeline.models.images import Image, SKUImageBinding
from pipeline.models.pages import Page
from pipeline.models.skus import SKU

__all__ = ["SKU", "Evaluation", "Image", "Page", "SKUImageBinding"]
