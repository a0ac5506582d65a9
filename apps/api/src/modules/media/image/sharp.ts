import sharp from 'sharp';

// What one picture needed is no use for the next: a cache would only hold memory.
sharp.cache(false);
// A picture is one thread's work. Two are worked on at once, which is all a small server has.
sharp.concurrency(1);
// The decoders of the accepted formats and no others. SVG is for drawings made by our own code,
// which come as buffers: an upload is a file, whose decoder for SVG stays out of reach.
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
