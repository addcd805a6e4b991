#!/usr/bin/env bash
# Django REST Framework 3.16.1 on Django 5.2.8, Python 3: `OrderingFilter`.
#
# What it does: with `ordering_fields = '__all__'` a list is not ordered by a many-to-many field; the name is dropped without a word, and
# the list has its default order. With no `ordering_fields` at all it is, by the ids of what is linked, and each element stands there
# once for each link: `__all__` takes the columns of the model's table, nothing the fields of the serializer.
#
# Why it surprises: "all" is less than nothing. Who writes it to allow every field takes one away, and two systems with the same
# model and serializer answer one request with lists of different lengths.
#
# How it is seen: two sections, of which the first has links 1 and 3 and the second has link 2, are asked for with
# `ordering=-links`, by a view of each kind: the ids that come.
#
# Seen:
#   no ordering_fields: [1, 2, 1]
#   __all__: [1, 2]
#
# Needs: Python 3.10 or later with venv.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv env
timeout 300 env/bin/pip -q install django==5.2.8 djangorestframework==3.16.1 asgiref==3.10.0 sqlparse==0.5.3

mkdir portal
touch portal/__init__.py

cat >ordered.py <<'PY'
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=['*'],
    INSTALLED_APPS=['portal'],
    DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}},
    DEFAULT_AUTO_FIELD='django.db.models.AutoField',
    REST_FRAMEWORK={'DEFAULT_AUTHENTICATION_CLASSES': [], 'UNAUTHENTICATED_USER': None},
)
import django

django.setup()
from django.db import connection, models
from rest_framework.filters import OrderingFilter
from rest_framework.generics import ListAPIView
from rest_framework.serializers import ModelSerializer
from rest_framework.test import APIRequestFactory


class Link(models.Model):
    class Meta:
        app_label = 'portal'


class Section(models.Model):
    links = models.ManyToManyField(Link)

    class Meta:
        app_label = 'portal'
        ordering = ['id']


with connection.schema_editor() as editor:
    editor.create_model(Link)
    editor.create_model(Section)
first, second, third = (Link.objects.create() for _ in range(3))
Section.objects.create().links.set([first, third])
Section.objects.create().links.set([second])


class SectionSerializer(ModelSerializer):
    class Meta:
        model = Section
        fields = ['id', 'links']


class Sections(ListAPIView):
    queryset = Section.objects.all()
    serializer_class = SectionSerializer
    filter_backends = [OrderingFilter]


class AllSections(Sections):
    ordering_fields = '__all__'


for name, view in (('no ordering_fields', Sections), ('__all__', AllSections)):
    answer = view.as_view()(APIRequestFactory().get('/?ordering=-links'))
    print(f"{name}: {[section['id'] for section in answer.data]}")
PY

timeout 60 env/bin/python ordered.py >seen.txt
cat seen.txt

sed -n '/^# Seen:$/,/^# Needs:/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
