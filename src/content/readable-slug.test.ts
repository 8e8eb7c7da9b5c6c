import { describe, expect, it } from 'vitest'
import { toSlug } from './readable-slug.ts'

describe('a slug from a title or name', () => {
  it.each([
    ['hello-world', 'hello-world'],
    ['Hello_World!', 'hello-world'],
    ['caf%C3%A9-d%E2%80%99amis', 'cafe-damis'],
    ['Łódź-straße', 'lodz-strasse'],
    ['100%-true', '100-true'],
    ['2019', '2019'],
    ['--', null],
    ['%E0%A4%A6%E0%A4%BF%E0%A4%B2%E0%A5%8D%E0%A4%B2%E0%A5%80-2019', 'dilli-2019'],
    ['नदी की कहानी', 'nadi-ki-kahani'],
    ['बंगाल, मुंबई', 'bangal-mumbai'],
    ['নদীর গল্প ২০২৪', 'nadir-galp-2024'],
    ['ಕನ್ನಡ', 'kannada'],
    ['දිවයින', 'divayina'],
    ['دریا کی کہانی', 'drya-ky-khany'],
    ['شعر', 'shr'],
    ['Москва', 'moskva'],
    ['河流', 'he-liu'],
    ['The river नदी', 'the-river-nadi'],
    ['x'.repeat(200), 'x'.repeat(110)],
    [`${'word-'.repeat(30)}`, `${'word-'.repeat(22)}`.slice(0, -1)],
  ])('is made from %s: %s', (source, slug) => expect(toSlug(source)).toBe(slug))
})
