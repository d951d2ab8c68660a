"""A harness of verifiers that asks the model once; its own need `uv` and packages at run time."""

from __future__ import annotations

import json
from typing import Any

import httpx
import verifiers.v1 as vf

__all__ = ["OneTurn"]


class OneTurn(vf.Harness[vf.HarnessConfig]):
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: Any,
        trace: Any,
        runtime: Any,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: Any,
        tool_interception_url: str | None = None,
    ) -> Any:
        body = {"model": ctx.model, "messages": [{"role": "user", "content": data.prompt}]}
        async with httpx.AsyncClient(timeout=300) as client:
            response = await client.post(
                f"{endpoint.rstrip('/')}/chat/completions",
                json=body,
                headers={"Authorization": f"Bearer {secret}"},
            )
        said = json.dumps(response.json())
        return vf.ProgramResult(exit_code=int(response.status_code != 200), stdout=said, stderr="")
