import sharp from 'sharp';

// Images have nothing in common, so a cache would only use memory.
sharp.cache(false);
// One thread per image. Two images are processed at once, which is enough for a small server.
sharp.concurrency(1);
// Allows only the decoders of the accepted formats. SVG is allowed for our own drawings, which are
// buffers; uploads are files, which the SVG buffer decoder cannot open.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadSvgBuffer',
  ],
});

export { sharp };
