"""A second start is quick because the first one is remembered, and only then."""

from pathlib import Path

from pdfsku import preparation


def cluster(data_dir: Path) -> None:
    (data_dir / "postgres").mkdir(parents=True)
    (data_dir / "postgres" / "PG_VERSION").write_text("18\n")


def test_an_unprepared_directory_is_not_prepared(tmp_path: Path) -> None:
    cluster(tmp_path)

    assert not preparation.is_prepared(tmp_path)


def test_a_prepared_directory_is_prepared_until_its_cluster_is_another(tmp_path: Path) -> None:
    cluster(tmp_path)
    preparation.remember(tmp_path)
    assert preparation.is_prepared(tmp_path)

    (tmp_path / "postgres" / "PG_VERSION").unlink()

    assert not preparation.is_prepared(tmp_path)
