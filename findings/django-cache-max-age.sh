#!/usr/bin/env bash
# Django 4.2.16 and 5.2.8 with the cache middleware (`UpdateCacheMiddleware`, `FetchFromCacheMiddleware`).
#
# What it does: both answer a hit with the stored headers. `Cache-Control: max-age=N` is the whole time to live, however old the stored
# answer is. 5.2.8 adds `Age`; 4.2.16 has none, so that only `Expires`, an absolute time, tells how much is left.
#
# Why it surprises: RFC 9111 (5.3) has `max-age` go before `Expires`, so a browser or proxy that asks 4.2 in the last second keeps the
# answer for N seconds more: what a site means to be N seconds old at most is up to twice that. And with 5.2 both `Age` and `Expires` tell of
# the time that has passed: whoever takes `Age` off the time until `Expires`, too, counts it twice.
#
# How it is seen: N is 4. One request, then the content changes, then requests 2 s and 5 s later. `left` is `Expires` minus the clock.
#
# Seen:
#   4.2.16 after 0 s: ["old"], max-age=4, Age none, left 4
#   4.2.16 after 2 s: ["old"], max-age=4, Age none, left 2
#   4.2.16 after 5 s: ["new"], max-age=4, Age none, left 4
#   5.2.8 after 0 s: ["old"], max-age=4, Age none, left 4
#   5.2.8 after 2 s: ["old"], max-age=4, Age 2, left 2
#   5.2.8 after 5 s: ["new"], max-age=4, Age none, left 4
#
# Needs: Python 3.10 or later with venv.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

for version in 4.2.16 5.2.8; do
  python3 -m venv "$version"
  timeout 300 "$version/bin/pip" -q install "django==$version" asgiref==3.10.0 sqlparse==0.5.3
done

cat >cached.py <<'PY'
import time
from email.utils import parsedate_to_datetime

from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=['*'],
    ROOT_URLCONF=__name__,
    CACHE_MIDDLEWARE_SECONDS=4,
    MIDDLEWARE=[
        'django.middleware.cache.UpdateCacheMiddleware',
        'django.middleware.cache.FetchFromCacheMiddleware',
    ],
)
import django

django.setup()
from django.http import JsonResponse
from django.test import Client
from django.urls import path

title = 'old'


def view(request):
    return JsonResponse([title], safe=False)


urlpatterns = [path('', view)]

# Expires has whole seconds: the first request comes at the beginning of one.
time.sleep(1.05 - time.time() % 1)
began = time.time()
for after in (0, 2, 5):
    time.sleep(max(0, began + after - time.time()))
    response = Client().get('/')
    left = round(parsedate_to_datetime(response['Expires']).timestamp() - time.time())
    print(f"{django.__version__} after {after} s: {response.content.decode()}, {response['Cache-Control']}, Age {response.get('Age', 'none')}, left {left}")
    title = 'new'
PY

for version in 4.2.16 5.2.8; do timeout 60 "$version/bin/python" cached.py; done >seen.txt
cat seen.txt

sed -n '/^# Seen:$/,/^# Needs:/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
