import { describe, expect, it } from 'vitest'
import { renderBody, renderPublicText } from './markdown.ts'

const figure =
  '::figure{image="lamps-0123456789abcdef" width="2400" height="1600" alt="Lamps" caption="At dusk" credit="A. B."}'

describe('words in other languages', () => {
  const html = (source: string) => renderPublicText(source).trim()

  it('have the language that the editor names, and its direction', () => {
    expect(html('She calls it :lang[خط]{ur}, a *letter*.')).toBe(
      '<p>She calls it <span lang="ur" dir="rtl">خط</span>, a <em>letter</em>.</p>',
    )
    expect(html('A :lang[dil *bahut*]{hi-Latn} day.')).toBe(
      '<p>A <span lang="hi-Latn">dil <em>bahut</em></span> day.</p>',
    )
    expect(html('[A :lang[কাজ]{as} b](/c)')).toContain('<a href="/c">A <span lang="as">কাজ</span> b')
  })

  it('have their writing system if no language is named', () => {
    expect(html('He said “நூறு ரூபாய்” and *اردو*.')).toBe(
      '<p>He said “<span lang="und-Taml">நூறு ரூபாய்</span>” and ' +
        '<span lang="und-Arab" dir="rtl"><em>اردو</em></span>.</p>',
    )
    expect(html('| A name |\n|---|\n| नाम |')).toContain('<td lang="und-Deva">नाम</td>')
    expect(html('A[^1]\n\n[^1]: নোট, a note.')).toContain(
      '<span lang="und-Beng">নোট</span>, a note.',
    )
    expect(html(figure.replace('At dusk', 'Dusk, সন্ধ্যা'))).toContain(
      '<figcaption>Dusk, <span lang="und-Beng">সন্ধ্যা</span> ',
    )
  })

  it('set the language of their own paragraph', () => {
    expect(html('سب کچھ ہے۔\\\nاردو ہے')).toBe(
      '<p lang="und-Arab" dir="rtl">سب کچھ ہے۔<br>\nاردو ہے</p>',
    )
    expect(html(':lang[سب *کچھ* ہے۔]{ur}')).toBe('<p lang="ur" dir="rtl">سب <em>کچھ</em> ہے۔</p>')
    expect(html('नाम, নাম')).toBe('<p lang="und-Deva">नाम, <span lang="und-Beng">নাম</span></p>')
  })

  it('don’t include code, escaped directives or English', () => {
    expect(html('`:lang[x]{ur}` \\:lang[x]{ur}')).toBe(
      '<p><code>:lang[x]{ur}</code> :lang[x]{ur}</p>',
    )
    expect(html('₹500, a naïve café: lang [x]')).toBe('<p>₹500, a naïve café: lang [x]</p>')
  })

  it('count once, and aren’t part of a heading’s id', () => {
    expect(renderBody('One :lang[दो तीन]{hi} four').words).toBe(4)
    expect(renderBody('ශ්\u200dරී ලංකා می\u200cخواهم').words).toBe(3)
    expect(html('## The :lang[خط]{ur} came')).toContain('<h2 id="on-the-خط-came">')
  })

  it('are shown as written if the directive is invalid, which is reported', () => {
    for (const broken of [
      ':lang[خط]',
      ':lang[خط]{Urdu language}',
      ':lang[خط]{ur-12}',
      ':lang[a [b]]{ur}',
      ':lang []{ur}',
    ]) {
      const { freePreview, problems } = renderBody(`Text\n\nOne\ntwo ${broken} three`)
      expect(problems).toEqual([{ kind: 'misspelt-lang', line: 4 }])
      expect(freePreview).toContain(':lang')
    }
  })
})

describe('blocks in other languages', () => {
  const html = (source: string, language?: string) => {
    const { freePreview, rest } = renderBody(source, language ? { language } : {})
    return (freePreview + rest).trim().replaceAll('\n', '')
  }
  const arab = 'lang="und-Arab" dir="rtl"'
  const english = 'lang="en" dir="ltr"'

  it.each([
    // The bullets are on the side where the lines begin.
    ['- چائے\n- پانی', `<ul ${arab}><li>چائے</li><li>پانی</li></ul>`],
    ['- Tea\n- چائے\n- Water', `<ul><li>Tea</li><li ${arab}>چائے</li><li>Water</li></ul>`],
    ['1. چائے\n\n2. Tea', `<ol ${arab}><li><p>چائے</p></li><li ${english}><p>Tea</p></li></ol>`],
    ['> سب کچھ\n>\n> Yes', `<blockquote ${arab}><p>سب کچھ</p><p ${english}>Yes</p></blockquote>`],
    [
      '## لاہور کی شام: “Tea House”',
      `<h2 id="on-لاہور-کی-شام-tea-house" ${arab}>لاہور کی شام: “<span ${english}>Tea House</span>”</h2>`,
    ],
    ['# Tea House خط', `<h2 id="on-tea-house-خط">Tea House <span ${arab}>خط</span></h2>`],
    [
      ':::pullquote{by="Rukmini"}\nسب کچھ ٹھیک ہے\n:::',
      `<div class="pullquote" ${arab}><blockquote><p>سب کچھ ٹھیک ہے</p></blockquote>` +
        `<p class="by" ${english}>Rukmini</p></div>`,
    ],
    [
      '::embed{url="https://example.org/v" title="ایک فلم"}',
      `<p class="embed" ${arab}><a href="https://example.org/v">ایک فلم</a></p>`,
    ],
  ])('have their language and direction marked: %j', (source, expected) => {
    expect(html(source)).toBe(expected)
  })

  it('include tables and their cells', () => {
    const table = html('| نام | وقت |\n|---|---|\n| چائے | Noon |\n| پانی | 9 |')
    expect(table).toContain(`tabindex="0" ${arab}><table>`)
    expect(table).toContain('<th>نام</th>')
    expect(table).toContain(`<td>چائے</td><td ${english}>Noon</td>`)
    expect(table).toContain('<td>9</td>')
  })

  it('include captions, and credits separately', () => {
    const caption = figure.replace('At dusk', 'شام کے وقت')
    expect(html(caption)).toContain(
      `<figcaption ${arab}>شام کے وقت <span class="credit" ${english}>A. B.</span></figcaption>`,
    )
  })

  it('include notes and their numbers', () => {
    const notes = html('A[^1] word\n\n[^1]: یہ ایک نوٹ ہے۔')
    expect(notes).toContain(`<li id="fn1" class="footnote-item" ${arab}><p>یہ ایک نوٹ ہے۔ <a`)
  })

  it('keep the order of words across emphasis and links', () => {
    expect(html('He said سب *کچھ* [ٹھیک](/a) ہے to all of them')).toBe(
      `<p>He said <span ${arab}>سب <em>کچھ</em> <a href="/a">ٹھیک</a> ہے</span> to all of them</p>`,
    )
    expect(html('He *said سب* کچھ to all of them')).toBe(
      `<p>He <em>said <span ${arab}>سب</span></em><span ${arab}> کچھ</span> to all of them</p>`,
    )
  })

  it('have no language attribute in a story in their language', () => {
    const source = 'سب کچھ\n\n- چائے\n\n> خط\n\n## شام\n\n| نام |\n|---|\n| پانی |'
    expect(html(source, 'ur')).not.toMatch(/ (?:lang|dir)=/)
    expect(html('سب کچھ “Tea House” میں', 'ur')).toBe(
      `<p>سب کچھ “<span ${english}>Tea House</span>” میں</p>`,
    )
    expect(html('It was late.', 'ur')).toBe(`<p ${english}>It was late.</p>`)
    expect(html('बारिश के बाद', 'hi')).toBe('<p>बारिश के बाद</p>')
  })
})
