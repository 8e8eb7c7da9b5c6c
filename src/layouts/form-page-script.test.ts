import { describe, expect, it } from 'vitest'
import {
  articleToSaveKey,
  getLoginPathForSaving,
  getSignUpPath,
} from '../contracts/pages/login-paths.ts'
import { getGiftPath, parseGiftCode } from '../domain/gift/gift-code.ts'
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
      purpose: note.hidden ? null : note.textContent,
      isIntroductionShown: !introduction.hidden,
    }
  }
  const articleToSave = new URL(getLoginPathForSaving('a-story'), origin).search
  const nothing = { readerOnLoad: 'guest', purpose: null, isIntroductionShown: true }

  it('shows its introduction without a story to save', () => {
    expect(renderFor('', null)).toEqual(nothing)
    expect(renderFor(returnQuery('/a-story'), null)).toEqual(nothing)
    expect(renderFor(returnQuery('//evil.example#save'), null)).toEqual(nothing)
  })

  it('names the story by the headline that this tab stored', () => {
    const stored = JSON.stringify({ slug: 'a-story', title: 'A <b>story</b>' })
    expect(renderFor(articleToSave, stored)).toEqual({
      readerOnLoad: 'guest',
      purpose: 'Log in or create an account to save “A <b>story</b>”.',
      isIntroductionShown: false,
    })
  })

  it('names a gift to redeem', () => {
    const stored = JSON.stringify({ slug: 'a-story', title: 'A story' })
    const query = new URL(getSignUpPath(getGiftPath(parseGiftCode('7K2M-9QXT-4B6H-0WZE')!)), origin)
      .search
    expect(renderFor(query, stored)).toEqual({
      readerOnLoad: 'guest',
      purpose: 'Log in or create an account to redeem your gift.',
      isIntroductionShown: false,
    })
    expect(renderFor(returnQuery('/gift/opened'), null)).toEqual(nothing)
  })

  it.each([null, 'nonsense', 'null', JSON.stringify({ slug: 'another', title: 'Another' })])(
    'names no story if the tab stored %s',
    (stored) => {
      expect(renderFor(articleToSave, stored).purpose).toBe(
        'Log in or create an account to save this story.',
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
    const offer = { hidden: false }
    const page = {
      querySelectorAll: (selector: string) => (selector === '[data-offer]' ? [offer] : [loginLink]),
      querySelector: () => continueLink,
    }
    new Function('document', 'location', formLinksScript)(page, { search, origin })
    return {
      loginLink: loginLink.pathname + loginLink.search,
      continueLink: continueLink.href,
      isOfferShown: !offer.hidden,
    }
  }

  it('don’t change without a page to return to', () => {
    expect(readLinks('')).toEqual({
      loginLink: '/login/new',
      continueLink: '/',
      isOfferShown: true,
    })
  })

  it('include the offer, except on the way to a gift', () => {
    expect(readLinks(returnQuery('/a-story')).isOfferShown).toBe(true)
    expect(readLinks(returnQuery('/gift/7K2M9QXT4B6H0WZE')).isOfferShown).toBe(false)
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
