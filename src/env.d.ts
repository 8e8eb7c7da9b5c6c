/// <reference types="astro/client" />

import type { OnDemandPageLocals } from './contracts/pages/on-demand-page.ts'
import type { Tag } from './domain/tag.ts'

declare global {
  namespace App {
    // The Worker passes these values to pages that it renders itself.
    interface Locals extends OnDemandPageLocals {
      /** Tags in the order of the footer, passed by the build and by the Worker. */
      readonly tags: readonly Tag[]
    }
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** Loads the island for signed-in readers immediately, and for guests near the window (browser/client-reader.ts). */
    'client:reader'?: boolean
    /** Loads the island when it gets the focus or, with `query`, if the address has a query (client-interaction.ts). */
    'client:interaction'?: boolean | 'query'
  }
}
