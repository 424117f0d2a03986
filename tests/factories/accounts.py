import factory

from pdfsku.accounts.models import Merchant, User
from pdfsku.shared.choices import UserRole


class MerchantFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Merchant

    merchant_id = factory.Sequence(lambda n: f"merchant-{n}")
    name = factory.Sequence(lambda n: f"Merchant {n}")


class UserFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = User
        skip_postgeneration_save = True

    class Params:
        annotator = factory.Trait(role=UserRole.ANNOTATOR, merchant=None)
        operator = factory.Trait(role=UserRole.OPERATOR, merchant=None, is_staff=True)
        uploader = factory.Trait(role=UserRole.UPLOADER)
        admin = factory.Trait(role=UserRole.ADMIN, merchant=None, is_staff=True, is_superuser=True)

    username = factory.Sequence(lambda n: f"user-{n}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@example.com")
    password = factory.django.Password("correct horse")
    role = UserRole.MERCHANT
    merchant = factory.SubFactory(MerchantFactory)
