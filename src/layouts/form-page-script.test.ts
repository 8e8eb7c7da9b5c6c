import { describe, expect, it } from 'vitest'
import { articleToSaveKey, getLoginPathForSaving } from '../contracts/login-paths.ts'
import { getReturnUrl } from '../features/sign-in/return-url.ts'
import { formLinksScript, formPageScript } from './form-page-script.ts'

const origin = 'https://example.com'

const returnQuery = (returnPath: string) => `?return=${encodeURIComponent(returnPath)}`

describe('a form page', () => {
  function renderFor(search: string, stored: string | null, reader = 'guest') {
    const root: { dataset: Record<string, string> } = { dataset: { reader } }
    const introduction = { hidden: false }
    const note = { hidden: true, textContent: '' }
    const page = {
      documentElement: root,
      querySelector: (selector: string) =>
        selector === '[data-introduction]' ? introduction : note,
    }
    const storage = { getItem: (key: string) => (key === articleToSaveKey ? stored : null) }
    const globals = { document: page, location: { search }, sessionStorage: storage }
    new Function(...Object.keys(globals), 'addEventListener', formPageScript)(
      ...Object.values(globals),
      () => {},
    )
    return {
      readerOnLoad: root.dataset.readerOnLoad,
      savingText: note.hidden ? null : note.textContent,
      isIntroductionShown: !introduction.hidden,
    }
  }
  const articleToSave = new URL(getLoginPathForSaving('a-story'), origin).search
  const nothing = { readerOnLoad: 'guest', savingText: null, isIntroductionShown: true }

  it('shows its introduction without a story to save', () => {
    expect(renderFor('', null)).toEqual(nothing)
    expect(renderFor(returnQuery('/a-story'), null)).toEqual(nothing)
    expect(renderFor(returnQuery('//evil.example#save'), null)).toEqual(nothing)
  })

  it('names the story by the headline that this tab stored', () => {
    const stored = JSON.stringify({ slug: 'a-story', title: 'A <b>story</b>' })
    expect(renderFor(articleToSave, stored)).toEqual({
      readerOnLoad: 'guest',
      savingText: 'Log in or sign up to save “A <b>story</b>”.',
      isIntroductionShown: false,
    })
  })

  it.each([null, 'nonsense', 'null', JSON.stringify({ slug: 'another', title: 'Another' })])(
    'names no story if the tab stored %s',
    (stored) => {
      expect(renderFor(articleToSave, stored).savingText).toBe(
        'Log in or sign up to save this story.',
      )
    },
  )

  it('records who opened the page', () => {
    expect(renderFor('', null, 'notSubscribed').readerOnLoad).toBe('reader')
    expect(renderFor('', null, 'undefined').readerOnLoad).toBe('reader')
  })
})

describe('the links of a form page', () => {
  function readLinks(search: string) {
    const loginLink = new URL('/login/new', origin)
    const continueLink = { href: '/' }
    const page = { querySelectorAll: () => [loginLink], querySelector: () => continueLink }
    new Function('document', 'location', formLinksScript)(page, { search, origin })
    return { loginLink: loginLink.pathname + loginLink.search, continueLink: continueLink.href }
  }

  it('don’t change without a page to return to', () => {
    expect(readLinks('')).toEqual({ loginLink: '/login/new', continueLink: '/' })
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
  ])('keep %s, and lead there only if it is ours', (returnPath) => {
    const { loginLink, continueLink } = readLinks(returnQuery(returnPath))
    expect(loginLink).toBe(
      `/login/new?return=${encodeURIComponent(returnPath).replaceAll("'", '%27')}`,
    )
    expect(continueLink).toBe(getReturnUrl(returnPath, origin))
    expect(new URL(continueLink, origin).origin).toBe(origin)
  })
})
