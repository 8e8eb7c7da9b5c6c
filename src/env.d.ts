/// <reference types="astro/client" />

declare module 'astro' {
  interface AstroClientDirectives {
    /** At once for signed-in readers, near the window for guests (browser/client-reader.ts). */
    'client:reader'?: boolean
  }
}

export {}
