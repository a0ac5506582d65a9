# The commands of dxflrs/garage that deploy/compose uses, made of the S3 server of the tests.
FROM node:24-bookworm-slim
COPY node_modules /srv/node_modules
COPY garage.sh /garage
RUN mkdir --parents /var/lib/garage/data
VOLUME /var/lib/garage
CMD ["/garage", "server"]
