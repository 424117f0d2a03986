from rest_framework import serializers

from pdfsku.accounts.models import User


class UserSerializer(serializers.ModelSerializer[User]):
    merchant_name = serializers.CharField(source="merchant.name", default=None, read_only=True)

    class Meta:
        model = User
        fields = ["id", "username", "email", "role", "merchant_id", "merchant_name"]
