import { expect, it } from 'vitest'
import { redirectKey } from '../../src/domain/redirect.ts'
import { buildRedirectWrite } from './redirect-write.ts'

it('stores where an address leads, or that it leads nowhere any more', async () => {
  for (const to of ['/new', null]) {
    expect(await buildRedirectWrite('/old', to)).toEqual({
      set: `redirects/${await redirectKey('/old')}`,
      fields: { from: '/old', to },
      serverTimes: ['updatedAt'],
    })
  }
})

it.each(['/.//evil.example', '//evil.example', 'https://evil.example', '/a\\b'])(
  'stores nothing that leads to %s',
  async (to) => {
    await expect(buildRedirectWrite('/old', to)).rejects.toThrow('is not a path of this site')
  },
)
