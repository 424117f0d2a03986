import factory

from pipeline.models import SKU, Image, Page
from tests.factories.jobs import JobFactory


class PageFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Page

    job = factory.SubFactory(JobFactory)
    page_number = factory.Sequence(lambda n: n + 1)


class SKUFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = SKU

    job = factory.SubFactory(JobFactory)
    page_number = 1
    sku_id = factory.Sequence(lambda n: f"sku-{n}")
    validity = "valid"
    attributes = factory.LazyAttribute(lambda sku: {"model": f"M-{sku.sku_id}", "name": "Chair"})


class ImageFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Image

    job = factory.SubFactory(JobFactory)
    page_number = 1
    image_id = factory.Sequence(lambda n: f"img_{n:08x}_p1_{n}")
    extracted_path = "images/x.jpg"
