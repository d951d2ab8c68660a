# acidtest with everything the demo needs, built from this tree. docs/install.md says how to run it.
ARG BASE=debian:bookworm-slim
FROM ${BASE}

RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      binutils bubblewrap ca-certificates g++ gcc libc6-dev python3 python3-venv zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*

COPY pyproject.toml requirements.lock README.md LICENSE /src/
COPY src /src/src
RUN python3 -m venv /opt/acidtest \
 && /opt/acidtest/bin/pip install --no-cache-dir --disable-pip-version-check \
      --constraint /src/requirements.lock '/src[crypto,ghidra,report,sast,solidity]' \
 && rm -rf /src
ENV PATH=/opt/acidtest/bin:$PATH ACIDTEST_CACHE=/var/cache/acidtest

# answers are run by an ordinary user; what is fetched is part of the image
RUN useradd --create-home acidtest \
 && mkdir /work /var/cache/acidtest && chown acidtest: /work /var/cache/acidtest \
 && acidtest fetch minilm && acidtest fetch solc && chown -R acidtest: /var/cache/acidtest
USER acidtest
WORKDIR /work

ENTRYPOINT ["acidtest"]
CMD ["demo"]
