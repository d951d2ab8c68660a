"""The terminal's tray icon, shipped inside the program."""

import base64
import tkinter
from functools import cache

_ISSUED = (
    "iVBORw0KGgoPJlZg+GIJi8KicdkdvPyBR53pdyTTAH4u+vgl/kGOJ9WIFkxdgeVa4huSLFaGu4BEOJCbtlSaMbpu"
    "ugk+QRfjdGkocWJ18BWl6IA0sHohnres3+VM0+sz4ll6lGiHiGs/WINVyQjCcWytgTkmS//JBHbwR4Tscr+Jdb+r"
    "zpf8OnJHpWui1MAaGg7vKky8iTcLZGQy2KuhWl8+D0V1iJ1qMHNbcQ/LN2Z61IUQtshVlYeM/StMqzztc941hAe3"
    "a/+FMCEwHtaPE2s6cjyBjYSKCJymV5TkFATcdyqKPSN4eOslY0hRz50EamSulyJ0K0Jzr0DsdUlXekdhwpz6c3fQ"
    "4qRly4+mCEeqqAebKm0ONwATn2vC/ROkMBpmMI+0WV9WYXJoj37k3vzL/Y+H/quz/m3KwOugtt7A9vCv3WUZsE3h"
    "qr9ZrtdnPvI1a+odiO3TxvFeZ/nDoSdcUJeO5cR/GiwIhDgI067bpz29NubBPGPpn188IGccaXaIJCKd287cOsAq"
    "5PzJjbRn+kvdrowBBkZdwAbcunklVrJYEh6N3zKSVEj8xEz6E3iiCGX1Rx3qujJiDnEQW2T2WGkbtvlCGMdbUPuL"
    "vrxSI9UyXW0sBa8HvnFOyfxYCoOq2R7kJscQ3k3qRPpICiGhn1V0beYWhSLLn0iAfMAWTZp/Y/l7rlDIloX6gDvp"
    "gEkXsaT16SUuYeF6Dg81msnBPK89q3OduhTTQS53CsISUL8crS1H1rJLdfF+joPpHEpHd5LX2kcqZTyV+uMw2bpj"
    "01qKhq05M84mmlvbeuhiu8D2fZ8pxXV2uqx7aTljFYy7B99qXvRhK2nK1QciaTSJSff7yE7ZJPdFrq1uF9sHNku+"
    "53v7yumJZzjWZ7IeKq2DLLvzw4bbm6rZskt8TaOmTfJie69xODmJltfFTlvh332XpQR+JBenC6lm1wueZ3S53aM/"
    "HN6GOiFCjnSEqNMXJVpFIybtUBT+EBBhKJM6Fpad+LdcS8W/CHzua4KEHUe4shnVURNvTl0IWd+B+sn4G4bQZ0Rh"
    "BHqiNZXayE59eBSEzgfvc7alG5msQC8Ejt3WGBYtU5kBASnWHNkRgYNn9C24pEgzsKCqqHNM87o="
)


@cache
def icon() -> bytes:
    return base64.b64decode(_ISSUED)


def show(title: str) -> None:
    window = tkinter.Tk()
    window.title(title)
    window.iconphoto(True, tkinter.PhotoImage(data=icon()))
    tkinter.Label(window, text="The terminal is ready.").pack(padx=24, pady=24)
    window.mainloop()
