import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { renderXml, xml } from './xml.ts'

describe('xml', () => {
  it('escapes values, and keeps XML', () => {
    const link = xml`<a href="${'"?a=1&b=2'}">${'</a><b>'}</a>`
    expect(link.text).toBe('<a href="&quot;?a=1&amp;b=2">&lt;/a&gt;&lt;b&gt;</a>')
    expect(xml`<p>${[link, xml`<br/>`]}${null}${7}</p>`.text).toBe(`<p>${link.text}<br/>7</p>`)
  })

  it('drops invalid characters, and keeps every script and sign', () => {
    expect(xml`${'a\u0000b\u0008c\ufffed\ud800e'}`.text).toBe('abcde')
    expect(xml`${'हिन्दी বাংলা اردو 🏏\t\n'}`.text).toBe('हिन्दी বাংলা اردو 🏏\t\n')
  })

  it('is well formed for any value', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 200 }), 100)
    const contents = renderXml(
      xml`<all>${texts.map((text) => xml`<one like="${text}">${text}</one>`)}</all>`,
    )
    const { errors } = await validateXML({
      xml: { fileName: 'all.xml', contents },
      normalization: 'c14n',
    })
    expect(errors).toEqual([])
  })
})
