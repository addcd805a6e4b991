#!/usr/bin/env bash
# glibc 2.36 (Debian 12): the order of texts in el_GR.UTF-8 and en_US.UTF-8, as `sort`, strcoll and PostgreSQL with libc have it.
#
# What it does: punctuation, spaces and most symbols count for nothing until two texts have the same letters, accents and capitals.
# Signs of currencies count, and so do № and ™; ©, °, + and emoji do not.
#
# Why it surprises: sorted by title, "Ο χάρτης" does not stand before "Όροι χρήσης", as a blank is no character here, and
# "ΚΕΠ 10 Α" stands before "ΚΕΠ 1 Β", as 0 is compared with Β. Both languages sort alike, Latin before Greek, though ICU has
# Greek first for el. "(Νέο)" and "©β" stand among the letters, "€β" before them, and № is sorted as "No".
#
# How it is seen: both locales are made in a temporary folder, and `sort` sorts two lists in each.
#
# Seen:
#   el_GR ΚΕΠ 10 Α | ΚΕΠ 1 Β | ΚΕΠ 2 | (Νέο) ΚΕΠ | Νέος | Όροι χρήσης | Ο χάρτης
#   el_GR €β | №β | zeta | α | ©β | °γ | +δ
#   en_US ΚΕΠ 10 Α | ΚΕΠ 1 Β | ΚΕΠ 2 | (Νέο) ΚΕΠ | Νέος | Όροι χρήσης | Ο χάρτης
#   en_US €β | №β | zeta | α | ©β | °γ | +δ
#
# Needs: the sources of the locales, from Debian's package `locales`.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

for language in el_GR en_US; do
  localedef --no-archive -i "$language" -f UTF-8 "$dir/$language.UTF-8"
  sorted() { printf '%s\n' "$@" | LOCPATH="$dir" LC_ALL="$language.UTF-8" sort | paste -sd '|' | sed 's/|/ | /g'; }
  echo "$language $(sorted 'ΚΕΠ 2' 'ΚΕΠ 10 Α' 'ΚΕΠ 1 Β' 'Ο χάρτης' 'Όροι χρήσης' 'Νέος' '(Νέο) ΚΕΠ')"
  echo "$language $(sorted '+δ' '°γ' '©β' '№β' '€β' 'α' 'zeta')"
done >seen.txt
cat seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
