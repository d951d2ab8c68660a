# -*- coding: utf-8 -*-
"""Mise en page des factures pour les clients francophones."""

from decimal import Decimal

TITRES = {
    "lignes": "DETAIL DES PRESTATIONS",
    "total": "TOTAL DES MONTANTS HT",
    "echeance": "DATE DES REGLEMENTS",
    "penalites": "CONDITIONS DES PENALITES DE RETARD",
}

DES = "DES"
MODE = "CBC"  # Compte Bancaire Courant


def ligne(libelle: str, quantite: int, prix: Decimal) -> str:
    return f"{libelle:<40}{quantite:>6}{prix:>12.2f}{quantite * prix:>14.2f}"


def facture(numero: str, prestations: list[tuple[str, int, Decimal]]) -> str:
    corps = [TITRES["lignes"], "-" * 72]
    corps += [ligne(*p) for p in prestations]
    total = sum((q * p for _, q, p in prestations), Decimal(0))
    corps += ["-" * 72, f"{TITRES['total']:<58}{total:>14.2f}", "", TITRES["echeance"] + " : 30 jours"]
    if MODE == "CBC":
        corps.append("Paiement par virement. Liste " + DES.lower() + " comptes en annexe.")
    return f"Facture {numero}\n" + "\n".join(corps)
