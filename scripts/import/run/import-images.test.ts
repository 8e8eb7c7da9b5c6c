import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { openImageLedger } from './image-ledger.ts'
import { createImageImporter } from './import-images.ts'

const folder = createTestFolder()

it('reads a file only where the source has a folder', async () => {
  const picture = sharp({ create: { width: 70, height: 50, channels: 3, background: 'peru' } })
  writeFileSync(join(folder, 'dog.png'), await picture.png().toBuffer())
  const load = async (ownFolder: string | null) => {
    const images = createImageImporter({
      // Not used by a dry run.
      desk: {} as Desk,
      folder: ownFolder,
      oldSite: null,
      localOrigin: null,
      dryRun: true,
      ledger: openImageLedger(join(folder, 'images.jsonl'), 'https://site.example'),
    })
    const loaded = await images.load('dog.png')
    images.dispose()
    return loaded
  }
  expect(await load(folder)).toMatchObject({ ok: true, value: { width: 70 } })
  expect(await load(null)).toEqual({
    ok: false,
    failure: { reason: 'was not found', isTemporary: false },
  })
})
