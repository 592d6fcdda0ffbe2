"""Models of the screen's chip: what the bytes on its wires make it show.

They implement what decides about the picture: memory, addressing, on and off, inverse, contrast, the direction of
scan. All other instructions are accepted and ignored; only their lengths are known.

    >>> chip = Ssd1306()
    >>> driver = ssd1306(i2c(bus=I2cBus(chip)))
    >>> driver.display(picture)
    >>> chip.picture() == picture
    True
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from PIL import Image, ImageChops

from hardware.frame import PAGES, SIZE, WIDTH, unpack

COMMON_OPERANDS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}


class Chip:
    """The common part of the two chips: power, switches, and the glass in front of the memory.

    `unplug` takes power and wires away; `plug` brings the chip back as after power-on: dark, its memory full of
    noise, all settings lost.

        >>> chip = Sh1106()
        >>> chip.unplug()
        >>> chip.plugged
        False
    """

    columns = WIDTH
    offset = 0
    operands: Mapping[int, int] = MappingProxyType(COMMON_OPERANDS)

    def __init__(self, *, turned: bool = False) -> None:
        self.turned = turned
        self.bytes_received = 0
        self._wakings = 0
        self.plugged = True
        self.reset()

    def reset(self) -> None:
        """Wake up as after power-on."""
        self._wakings += 1
        self.ram = bytearray(cell * cell * self._wakings >> 3 & 0xFF for cell in range(self.columns * PAGES))
        self.on = self.inverse = self.all_lit = False
        self.contrast = 0x7F
        self.mirrored = self.flipped = True  # both scans must be reversed, unless the glass is mounted upside down
        self.start_line = 0
        self.page = self.column = 0
        self._waiting: list[int] = []

    def unplug(self) -> None:
        """Pull the screen off its wires."""
        self.plugged = False

    def plug(self) -> None:
        """Put the screen back on its wires."""
        self.plugged = True
        self.reset()

    def command(self, commands: Iterable[int]) -> None:
        """Take command bytes; an instruction may be spread over several messages."""
        for byte in commands:
            self._waiting.append(byte)
            if len(self._waiting) > self.operands.get(self._waiting[0], 0):
                code, *operands = self._waiting
                self._waiting = []
                self._obey(code, operands)

    def data(self, data: Iterable[int]) -> None:
        """Take bytes for the memory."""
        raise NotImplementedError

    @property
    def powered(self) -> bool:
        """Return whether the pixels get their voltage."""
        return True

    def picture(self) -> Image.Image:
        """Return what the glass shows, as a one-bit picture."""
        if not (self.plugged and self.on and self.powered):
            return Image.new("1", SIZE)
        if self.all_lit:
            return Image.new("1", SIZE, 1)
        rows = [self.ram[page * self.columns + self.offset :][:WIDTH] for page in range(PAGES)]
        seen = unpack(b"".join(rows))
        if self.start_line:
            seen = ImageChops.offset(seen, 0, -self.start_line)
        if self.mirrored:
            seen = seen.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if self.flipped:
            seen = seen.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        if self.turned:
            seen = seen.transpose(Image.Transpose.ROTATE_180)
        return ImageChops.invert(seen) if self.inverse else seen

    def _obey(self, code: int, operands: list[int]) -> None:
        if code == 0x81:
            self.contrast = operands[0]
        elif 0x40 <= code <= 0x7F:
            self.start_line = code & 0x3F
        elif code in (0xA0, 0xA1):
            self.mirrored = code == 0xA0
        elif code in (0xA4, 0xA5):
            self.all_lit = code == 0xA5
        elif code in (0xA6, 0xA7):
            self.inverse = code == 0xA7
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif code & 0xF0 == 0xC0:
            self.flipped = not code & 0x08

    def _address_page(self, code: int) -> None:
        if 0xB0 <= code <= 0xB7:
            self.page = code & 0x07
        elif code <= 0x0F:
            self.column = self.column & 0xF0 | code
        elif code <= 0x1F:
            self.column = self.column & 0x0F | (code & 0x0F) << 4

    def _store(self, line: bytes) -> None:
        """Write bytes that all belong on the current page."""
        here = self.page * self.columns + self.column
        self.ram[here : here + len(line)] = line
        self.column += len(line)


class Ssd1306(Chip):
    """The SSD1306: 128 columns, three ways of addressing, and a charge pump that must be switched on.

    >>> chip = Ssd1306()
    >>> chip.command([0x20, 0x00, 0x21, 3, 5, 0x22, 1, 2])
    >>> chip.data(range(6))
    >>> bytes(chip.ram[2 * 128 + 3 : 2 * 128 + 6])
    b'\\x03\\x04\\x05'
    """

    operands = MappingProxyType(
        COMMON_OPERANDS | {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1, 0xA3: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5}
    )

    def reset(self) -> None:
        """Wake up as after power-on."""
        super().reset()
        self.mode = 0x02
        self.first_column, self.last_column = 0, WIDTH - 1
        self.first_page, self.last_page = 0, PAGES - 1
        self.pump = False

    @property
    def powered(self) -> bool:
        """Return whether the charge pump runs."""
        return self.pump

    def _obey(self, code: int, operands: list[int]) -> None:
        if code == 0x20:
            self.mode = operands[0] & 0x03
        elif code == 0x21:
            self.first_column, self.last_column = (operand & 0x7F for operand in operands)
            self.column = self.first_column
        elif code == 0x22:
            self.first_page, self.last_page = (operand & 0x07 for operand in operands)
            self.page = self.first_page
        elif code == 0x8D:
            self.pump = bool(operands[0] & 0x04)
        elif self.mode == 0x02 and (code <= 0x1F or 0xB0 <= code <= 0xB7):
            self._address_page(code)
        else:
            super()._obey(code, operands)

    def data(self, data: Iterable[int]) -> None:
        """Take bytes for the memory: in one go up to the last column, where the address wraps."""
        rest = bytes(data)
        while rest:
            ahead = 0 if self.mode == 0x01 else max(0, self.last_column - self.column)
            self._store(rest[:ahead])
            if rest := rest[ahead:]:
                self._wrap(rest[0])
                rest = rest[1:]

    def _wrap(self, byte: int) -> None:
        """Write one byte, and go to the next column or page as the mode says."""
        self.ram[self.page * WIDTH + self.column % WIDTH] = byte
        if self.mode == 0x01:
            self._next_page()
            if self.page == self.first_page:
                self._next_column()
        else:
            self._next_column()
            if self.mode == 0x00 and self.column == self.first_column:
                self._next_page()

    def _next_column(self) -> None:
        self.column = self.first_column if self.column == self.last_column else (self.column + 1) % WIDTH

    def _next_page(self) -> None:
        self.page = self.first_page if self.page == self.last_page else (self.page + 1) % PAGES


class Sh1106(Chip):
    """The SH1106: 132 columns of which the glass shows the middle 128, addressed page by page only.

    It has no charge pump instruction, and takes luma's (0x8D 0x14) for a column address.

    >>> chip = Sh1106()
    >>> chip.command([0xB1, 0x02, 0x10])
    >>> chip.data([0xFF])
    >>> chip.ram[132 + 2]
    255
    """

    columns = 132
    offset = 2
    operands = MappingProxyType(COMMON_OPERANDS | {0xAD: 1})

    def _obey(self, code: int, operands: list[int]) -> None:
        if code <= 0x1F or 0xB0 <= code <= 0xB7:
            self._address_page(code)
        else:
            super()._obey(code, operands)

    def data(self, data: Iterable[int]) -> None:
        """Take bytes for the memory; the column counter stops after the last column."""
        self._store(bytes(data)[: max(0, self.columns - self.column)])
