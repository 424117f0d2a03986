from collaboration.models.annotations import Annotation, AnnotationExample, AnnotatorProfile
from collaboration.models.tasks import HumanTask

__all__ = ["Annotation", "AnnotationExample", "AnnotatorProfile", "HumanTask"]
