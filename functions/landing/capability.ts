import type { Capability } from '../capability.ts'
import { refuseFile } from '../platform/http/error-response.ts'
import { landingPaths } from './landing-path.ts'
import { serveLandingPage } from './serve-landing-page.ts'

export const landing = {
  pages: {
    'ALL /landing/*': [refuseFile],
    ...Object.fromEntries(landingPaths.map((path) => [`ALL ${path}`, [serveLandingPage]])),
  },
} satisfies Capability
