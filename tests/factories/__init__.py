from tests.factories.accounts import MerchantFactory, UserFactory
from tests.factories.collaboration import TaskFactory
from tests.factories.configs import ProfileFactory
from tests.factories.jobs import JobFactory
from tests.factories.pipeline import ImageFactory, PageFactory, SKUFactory

__all__ = ["ImageFactory", "JobFactory", "MerchantFactory", "PageFactory", "ProfileFactory", "SKUFactory", "TaskFactory", "UserFactory"]
