"""Copies master data from SAP ECC to the reporting bucket."""

import csv
import io
from datetime import datetime, timezone

import boto3
from pyrfc import Connection

ECC_NIST = {"N": "north", "I": "inland", "S": "south", "T": "transit"}
REGIONS = {"RSA": "Republic of South Africa", "KOR": "Republic of Korea", "DEU": "Germany"}


def read_table(conn: Connection, table: str, fields: list[str], rows: int = 5000) -> list[list[str]]:
    answer = conn.call(
        "RFC_READ_TABLE",
        QUERY_TABLE=table,
        DELIMITER="|",
        ROWCOUNT=rows,
        FIELDS=[{"FIELDNAME": f} for f in fields],
    )
    return [row["WA"].split("|") for row in answer["DATA"]]


def export(conn: Connection, bucket: str) -> str:
    rows = read_table(conn, "KNA1", ["KUNNR", "LAND1", "NAME1", "SPRAS"])
    text = io.StringIO()
    writer = csv.writer(text)
    for number, land, name, language in rows:
        writer.writerow([number.lstrip("0"), REGIONS.get(land, land), name.strip(), language])
    key = f"ecc/kna1-{datetime.now(timezone.utc):%Y%m%d}.csv"
    boto3.client("s3").put_object(Bucket=bucket, Key=key, Body=text.getvalue().encode())
    return key
