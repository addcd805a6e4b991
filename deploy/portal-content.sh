#!/bin/sh
# /usr/local/sbin/portal-content: a command with the variables, the user and the folder of portal-content.service: docs/production.md
exec systemd-run --quiet --collect --wait --pty --pipe \
  --property=DynamicUser=yes --property=User=portal-content --property=UMask=0077 \
  --property=StateDirectory=portal-content --property=StateDirectoryMode=0700 \
  --property=EnvironmentFile=/etc/portal-content.env --setenv=DATA_DIR=/var/lib/portal-content \
  --working-directory=/srv/portal-content /usr/bin/node bin/portal-content.js "$@"
