"""The first start on a phone, in a real browser: choices, each key as it is pressed, and the Wi-Fi at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.web.browser import phone, wait_for
from tests.web.house import House

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_box_is_set_up_from_a_phone(browser: Browser, empty_house: House, url: str) -> None:
    fake = empty_house.setting_up
    empty_house.asked, fake.first, fake.network = [], True, "127.0.0.0/8"
    page = phone(browser)
    page.goto(f"{url}/setup")
    page.select_option("#language", "de")
    page.fill("input[name=name] >> nth=1", "Ben")
    page.click("form[action='/setup/choices'] button")
    page.wait_for_selector("[role=status]")
    assert fake.chosen == ["de", True, ["Anna", "Ben"]]
    page.click("#trial button")
    page.wait_for_selector("[data-keys] li")
    fake.pressed["OK"] = 1
    wait_for(page, lambda: "✓ OK" in (page.text_content("[data-keys]") or ""))
    page.fill("input[name=ssid]", "Rio")
    page.fill("input[name=password]", "acqua alta")
    page.click("form[action='/setup/wifi'] button")
    wait_for(page, lambda: "not joined" in (page.text_content("#network") or ""))
    assert fake.wifi == ("Rio", "acqua alta")
    page.close()
