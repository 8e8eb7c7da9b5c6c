/// <reference types="astro/client" />

import type { OnDemandPageLocals } from './contracts/pages/on-demand-page.ts'
import type { Tag } from './domain/tag.ts'

declare global {
  namespace App {
    // Handed over by the Worker, to pages that it renders itself.
    interface Locals extends OnDemandPageLocals {
      /** In the order of the footer. The build and the Worker both hand them over. */
      readonly tags: readonly Tag[]
    }
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** Loads the island at once for signed-in readers, and near the window for guests (browser/client-reader.ts). */
    'client:reader'?: boolean
    /** Loads the island when it gets the focus; with `query`, also if the address has one (client-interaction.ts). */
    'client:interaction'?: boolean | 'query'
  }
}
