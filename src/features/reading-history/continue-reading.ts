import { getResumeUrl } from './position-in-url.ts'
import { describeProgress } from './progress-text.ts'
import { fetchUnfinishedArticles } from './reading-history-api.ts'
import type { UnfinishedArticle } from './unfinished-articles.ts'

/** The number of articles that fit side by side. */
const maxArticles = 3

export async function renderContinueReading(section: HTMLElement) {
  const list = section.querySelector('ol')
  const result = await fetchUnfinishedArticles()
  const articles = result.ok ? result.value.slice(0, maxArticles) : []
  const rows =
    articles.length > 0
      ? articles.map(createRow)
      : [createNoteRow(result.ok ? 'You have no unfinished stories.' : result.failure.message)]
  list?.replaceChildren(...rows)
  section.removeAttribute('aria-busy')
}

/** Matches Latin text with punctuation and currency signs. */
const latinPattern = /^[\0-\u024f\u1e00-\u20cf]*$/

/** Adds the title's language, with code that is loaded only for other scripts. */
async function addLanguage(link: HTMLElement, title: string) {
  const { layOutText } = await import('../../domain/text-language.ts')
  Object.assign(link, layOutText(title).attributes)
}

function createRow({ slug, title, depth }: UnfinishedArticle): HTMLElement {
  const link = document.createElement('a')
  link.href = getResumeUrl(slug, depth)
  link.textContent = title
  if (!latinPattern.test(title)) void addLanguage(link, title)
  const progressBar = document.createElement('div')
  progressBar.className = 'progress-bar'
  progressBar.style.setProperty('--read', `${depth * 100}%`)
  const progressLabel = document.createElement('p')
  progressLabel.className = 'words'
  progressLabel.textContent = describeProgress(depth)
  const row = document.createElement('li')
  row.append(link, progressBar, progressLabel)
  return row
}

function createNoteRow(text: string): HTMLElement {
  const row = document.createElement('li')
  row.className = 'none'
  row.textContent = text
  return row
}
