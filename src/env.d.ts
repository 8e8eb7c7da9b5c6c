/// <reference types="astro/client" />

import type { EdgePageLocals } from './contracts/edge-page.ts'

declare global {
  namespace App {
    // Handed over by the edge, to pages that it renders itself.
    interface Locals extends EdgePageLocals {}
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** At once for signed-in readers, near the window for guests (browser/client-reader.ts). */
    'client:reader'?: boolean
    /** When the focus comes into it, or the address has a query (browser/client-asked.ts). */
    'client:asked'?: boolean
  }
}
