import factory

from configs.models import ThresholdProfile


class ProfileFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = ThresholdProfile

    profile_id = factory.Sequence(lambda n: f"profile-{n}")
    version = "1"
    thresholds = factory.LazyFunction(lambda: {"A": 0.85, "PV": 0.7, "B": 0.45})
    confidence_weights = factory.LazyFunction(lambda: {"text_quality": 0.5, "image_quality": 0.5})
    prescan_rules = factory.LazyFunction(dict)
    classification_thresholds = factory.LazyFunction(dict)
