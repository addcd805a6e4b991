#!/usr/bin/env bash
# Django REST Framework 3.16.1 on Django 5.2.8, Python 3.
#
# What it does: a view that `@api_view(['GET'])` has made answers `Allow: GET, OPTIONS` or `Allow: OPTIONS, GET`, by the hash seed of
# the process: the decorator joins a set (`set(http_method_names) | {'options'}`), and Python's hashes of texts differ from process to process.
# A view that is a class says `GET, HEAD, OPTIONS`, always: its methods come from a list, and Django gives `head` to what has `get`.
#
# Why it surprises: the same code answers otherwise after each restart, and from one worker to another, so that a byte-for-byte comparison
# of headers fails now and then. The order says nothing (RFC 9110, 10.2.1). And a function refuses HEAD (405), which RFC 9110 (9.1) has
# every server answer that answers GET.
#
# How it is seen: one GET of each view in 16 processes, whose PYTHONHASHSEED is 0 to 15, and a HEAD of the function: the different
# answers.
#
# Seen:
#   function: GET, OPTIONS
#   function: OPTIONS, GET
#   class: GET, HEAD, OPTIONS
#   HEAD of the function: 405
#
# Needs: Python 3.10 or later with venv.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv env
timeout 300 env/bin/pip -q install django==5.2.8 djangorestframework==3.16.1 asgiref==3.10.0 sqlparse==0.5.3

cat >views.py <<'PY'
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=['*'],
    INSTALLED_APPS=['rest_framework'],
    REST_FRAMEWORK={'DEFAULT_AUTHENTICATION_CLASSES': [], 'UNAUTHENTICATED_USER': None},
)
import django

django.setup()
from rest_framework.decorators import api_view
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView


@api_view(['GET'])
def function(request):
    return Response([])


class Class(APIView):
    def get(self, request):
        return Response([])


requests = APIRequestFactory()
print('function:', function(requests.get('/'))['Allow'])
print('class:', Class.as_view()(requests.get('/'))['Allow'])
print('HEAD of the function:', function(requests.head('/')).status_code)
PY

for seed in $(seq 0 15); do PYTHONHASHSEED=$seed timeout 60 env/bin/python views.py 2>>log.txt; done >all.txt
for of in function: class: HEAD; do grep "^$of" all.txt | sort -u; done >seen.txt
cat seen.txt

sed -n '/^# Seen:$/,/^# Needs:/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
