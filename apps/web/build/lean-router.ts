import type { Plugin } from 'vite';

const routerFile = /\/react-router\/dist\/production\/.*\.mjs$/;

// Drawn by a data or framework router only, of which these bring half along.
const foreignElements =
  /React\d*\.createElement\((?:PrefetchPageLinks|RSCErrorHandler|DefaultErrorComponent), [^)]*\)/g;

/**
 * React Router's package leads bundlers to its development build, with warnings that nobody
 * reads in production, and marks nothing as free of side effects, so that what belongs to its
 * framework mode is carried along unused. This takes the production build and marks it. That
 * saves the sign-in screen some 4 kB (gzip).
 */
export function leanRouter(): Plugin {
  return {
    name: 'skein:lean-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source !== 'react-router' && source !== 'react-router/dom') return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved && { ...resolved, id: resolved.id.replace('/development/', '/production/') };
    },
    transform: {
      filter: { id: routerFile },
      handler(code) {
        return {
          code: code
            .replaceAll(foreignElements, 'null')
            .replaceAll(/^(\w+)\.displayName = .*;$/gm, '')
            .replaceAll(
              / = (React\d*\.(?:forwardRef|memo|createContext)\()/g,
              ' = /* @__PURE__ */ $1',
            ),
          map: null,
        };
      },
    },
  };
}
