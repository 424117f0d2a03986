"""The admin's looks: title, languages, sidebar, and what the first page shows."""

from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

# Failed sign-ins are kept in the cache: their tables stay empty and need no screens.
AXES_ENABLE_ADMIN = False


def _screen(title: object, name: str, icon: str) -> dict[str, object]:
    return {"title": title, "icon": icon, "link": reverse_lazy(f"admin:{name}_changelist")}


UNFOLD = {
    "SITE_TITLE": "pdfsku",
    "SITE_HEADER": "pdfsku",
    "SITE_SUBHEADER": _("Operations"),
    "SITE_SYMBOL": "inventory_2",
    "SITE_URL": "/",
    "SHOW_LANGUAGES": True,
    "SHOW_BACK_BUTTON": True,
    "BORDER_RADIUS": "6px",
    "LOGIN": {"form": "pdfsku.shared.admin.EntryForm"},
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda _request: static("portal/icon.svg")}],
    "DASHBOARD_CALLBACK": "configs.admin.dashboard.add_figures",
    "SIDEBAR": {
        "show_search": True,
        "navigation": [
            {
                "title": _("Work"),
                "separator": True,
                "items": [
                    {"title": _("Overview"), "icon": "dashboard", "link": reverse_lazy("admin:index")},
                    _screen(_("Jobs"), "jobs_pdfjob", "description"),
                    _screen(_("Uploads"), "jobs_upload", "upload_file"),
                    _screen(_("Tasks"), "collaboration_humantask", "assignment_ind"),
                    _screen(_("Workers"), "jobs_workerheartbeat", "memory"),
                ],
            },
            {
                "title": _("Results"),
                "separator": True,
                "collapsible": True,
                "items": [
                    _screen(_("Pages"), "pipeline_page", "auto_stories"),
                    _screen(_("SKUs"), "pipeline_sku", "sell"),
                    _screen(_("Images"), "pipeline_image", "image"),
                    _screen(_("Bindings"), "pipeline_skuimagebinding", "link"),
                    _screen(_("Evaluations"), "pipeline_evaluation", "speed"),
                    _screen(_("Deliveries"), "outputs_importdedup", "local_shipping"),
                ],
            },
            {
                "title": _("Quality"),
                "separator": True,
                "collapsible": True,
                "items": [
                    _screen(_("Threshold profiles"), "configs_thresholdprofile", "tune"),
                    _screen(_("Calibrations"), "configs_calibrationrecord", "straighten"),
                    _screen(_("Evaluation reports"), "configs_evalreport", "fact_check"),
                    _screen(_("Attribute upgrades"), "configs_customattrupgrade", "upgrade"),
                    _screen(_("Annotations"), "collaboration_annotation", "edit_note"),
                    _screen(_("Annotators"), "collaboration_annotatorprofile", "groups"),
                    _screen(_("Examples"), "collaboration_annotationexample", "school"),
                ],
            },
            {
                "title": _("People"),
                "separator": True,
                "collapsible": True,
                "items": [
                    _screen(_("Users"), "accounts_user", "person"),
                    _screen(_("Merchants"), "accounts_merchant", "storefront"),
                ],
            },
            {
                "title": _("Logs"),
                "separator": True,
                "collapsible": True,
                "items": [
                    _screen(_("State transitions"), "jobs_statetransition", "timeline"),
                    _screen(_("Events"), "jobs_outboxevent", "campaign"),
                    _screen(_("Audit entries"), "accounts_auditlog", "policy"),
                    _screen(_("Idempotency keys"), "jobs_idempotencykey", "key"),
                    _screen(_("Failed messages"), "django_q_failure", "report"),
                    _screen(_("Queued messages"), "django_q_ormq", "pending"),
                ],
            },
        ],
    },
}
