# Two stages: the first installs the pinned dependencies, the second is what runs, without pip's caches and as nobody.
FROM python:3.13-slim AS build
COPY requirements/run.txt /tmp/run.txt
RUN python -m venv /venv \
 && /venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --only-binary :all: \
    --require-hashes -r /tmp/run.txt \
 && /venv/bin/python -m pip uninstall --quiet --yes pip

FROM python:3.13-slim
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin fusebox \
 && install -d -o fusebox -g fusebox -m 700 /data
COPY --from=build /venv /venv
WORKDIR /fusebox
COPY alembic.ini ./
COPY migrations migrations
COPY seeds seeds
COPY static static
COPY templates templates
COPY engine engine
COPY bots bots
COPY app app
RUN /venv/bin/python -m compileall -q engine app
ENV PATH=/venv/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["python", "-m", "app", "--host", "0.0.0.0", "--port", "8000", "--data", "/data"]
