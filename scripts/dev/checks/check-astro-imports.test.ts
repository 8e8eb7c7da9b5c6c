import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { checkAstroImports, listImports } from './check-astro-imports.ts'

const { forbidden } = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs')
const check = (file: string, imported: string) => checkAstroImports(forbidden, [{ file, imported }])

describe('imports of an .astro file', () => {
  it('are found in the front matter, in scripts and in dynamic imports', () => {
    const source = `---
import Page from '../../layouts/Page.astro'
import type { Plan } from "../../domain/plan.ts"
import { z } from 'zod'
---
<script>import './near.ts'; const store = import('../saved/saved-store.ts')</script>`
    expect(listImports('src/features/offer/Plans.astro', source)).toEqual([
      'src/layouts/Page.astro',
      'src/domain/plan.ts',
      'src/features/offer/near.ts',
      'src/features/saved/saved-store.ts',
    ])
  })

  it.each([
    ['src/features/offer/Plans.astro', 'src/features/checkout/PayPal.tsx'],
    ['src/features/offer/Plans.astro', 'src/layouts/Page.astro'],
    ['src/ui/Icon.astro', 'src/features/saved/saved-store.ts'],
    ['src/pages/index.astro', 'scripts/build/content-copy.ts'],
    ['src/layouts/Page.astro', 'functions/platform/environment/env.ts'],
  ])('must not lead from %s to %s', (file, imported) => {
    expect(check(file, imported)).toHaveLength(1)
  })
})
