import { describe, expect, it } from 'vitest'
import { loginToSave, storyToSaveKey } from '../contracts/save-on-return.ts'
import { returnAddress } from '../features/account/return-address.ts'
import { formLinksScript, formPageScript } from './form-page-script.ts'

const origin = 'https://example.com'

/** The search of the page to which a reader is sent who is to come back to this one. */
const returning = (wanted: string) => `?return=${encodeURIComponent(wanted)}`

describe('what a form page says of where its reader was going', () => {
  function shownFor(search: string, stored: string | null, reader = 'guest') {
    const root: { dataset: Record<string, string> } = { dataset: { reader } }
    const introduction = { hidden: false }
    const note = { hidden: true, textContent: '' }
    const page = {
      documentElement: root,
      querySelector: (selector: string) =>
        selector === '[data-introduction]' ? introduction : note,
    }
    const storage = { getItem: (key: string) => (key === storyToSaveKey ? stored : null) }
    const globals = { document: page, location: { search }, sessionStorage: storage }
    new Function(...Object.keys(globals), 'addEventListener', formPageScript)(
      ...Object.values(globals),
      () => {},
    )
    return {
      was: root.dataset.was,
      says: note.hidden ? null : note.textContent,
      introduces: !introduction.hidden,
    }
  }
  const toSave = new URL(loginToSave('a-story'), origin).search
  const nothing = { was: 'guest', says: null, introduces: true }

  it('is nothing where no story is to be saved', () => {
    expect(shownFor('', null)).toEqual(nothing)
    expect(shownFor(returning('/a-story'), null)).toEqual(nothing)
    expect(shownFor(returning('//evil.example#save'), null)).toEqual(nothing)
  })

  it('is the story, by the headline that this tab stored', () => {
    const stored = JSON.stringify({ slug: 'a-story', title: 'A <b>story</b>' })
    expect(shownFor(toSave, stored)).toEqual({
      was: 'guest',
      says: 'Log in or sign up to save “A <b>story</b>”.',
      introduces: false,
    })
  })

  it.each([null, 'nonsense', 'null', JSON.stringify({ slug: 'another', title: 'Another' })])(
    'names no story where the tab stored %s',
    (stored) => {
      expect(shownFor(toSave, stored).says).toBe('Log in or sign up to save this story.')
    },
  )

  it('notes who opened the page', () => {
    expect(shownFor('', null, 'notSubscribed').was).toBe('reader')
    expect(shownFor('', null, 'undefined').was).toBe('reader')
  })
})

describe('the links of a form page', () => {
  function linksFor(search: string) {
    const kept = new URL('/login/new', origin)
    const onward = { href: '/' }
    const page = { querySelectorAll: () => [kept], querySelector: () => onward }
    new Function('document', 'location', formLinksScript)(page, { search, origin })
    return { kept: kept.pathname + kept.search, onward: onward.href }
  }

  it('stay as they are without a place to return to', () => {
    expect(linksFor('')).toEqual({ kept: '/login/new', onward: '/' })
  })

  it.each([
    '/a-story#save',
    '/latest?page=2',
    '/login',
    '/magic?x',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://[',
  ])('keep %s, and lead there only if it is ours', (wanted) => {
    const { kept, onward } = linksFor(returning(wanted))
    expect(kept).toBe(`/login/new?return=${encodeURIComponent(wanted).replaceAll("'", '%27')}`)
    expect(onward).toBe(returnAddress(wanted, origin))
    expect(new URL(onward, origin).origin).toBe(origin)
  })
})
