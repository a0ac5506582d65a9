#!/bin/sh
# `/garage server` starts an S3 server with one bucket and one key, `/garage status` checks it.
set -eu
if [ "$1" = status ]; then
  exec node --eval "fetch('http://127.0.0.1:3900').then(() => process.exit(0), () => process.exit(1))"
fi
cd /srv
# It computes wrong signatures for list requests, so signatures are not checked.
exec node --eval "
  const S3rver = require('@20minutes/s3rver');
  const { DUMMY_ACCOUNT } = require('./node_modules/@20minutes/s3rver/lib/models/account.js');
  const { GARAGE_DEFAULT_ACCESS_KEY: key, GARAGE_DEFAULT_SECRET_KEY: secret } = process.env;
  DUMMY_ACCOUNT.createKeyPair(key, secret);
  void new S3rver({
    address: '0.0.0.0',
    port: 3900,
    directory: '/var/lib/garage/data',
    allowMismatchedSignatures: true,
    // The bucket is in the path, not in the host name.
    vhostBuckets: false,
    configureBuckets: [{ name: process.env.GARAGE_DEFAULT_BUCKET }],
  }).run();
  process.once('SIGTERM', () => process.exit(0));"
