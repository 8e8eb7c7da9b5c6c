/// <reference types="astro/client" />

declare module 'astro' {
  interface AstroClientDirectives {
    /** At once for signed-in readers, near the window for guests (browser/client-reader.ts). */
    'client:reader'?: boolean
  }
}

declare global {
  interface ImportMetaEnv {
    /** Empty where there is no bot check. Set by the build (astro.config.mjs). */
    readonly RECAPTCHA_SITE_KEY: string
    readonly RECAPTCHA_URL: string
  }
}

export {}
