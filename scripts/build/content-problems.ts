/** Problems of the published content. None of them stops a build, or a withdrawal. */
import type { ContentCopy } from '../../src/content/content-copy.ts'
import { findCategory } from '../../src/domain/category.ts'

/** Lists problems, each with the path of a document and its field. */
export function listContentProblems(contentCopy: ContentCopy): string[] {
  const { articles, authors, tags, pages, leftOut } = contentCopy
  const problems = [...leftOut].flatMap(([path, reasons]) =>
    reasons.map((reason) => `${path} is left out: ${reason}`),
  )
  for (const slug of pages.keys()) {
    if (articles.has(slug))
      problems.push(`pages/${slug} is left out: articles/${slug} has the same address`)
  }
  for (const article of articles.values()) {
    const missing = [
      ...(findCategory(article.category) ? [] : [`category "${article.category}"`]),
      ...article.tags.filter((slug) => !tags.has(slug)).map((slug) => `tag "${slug}"`),
      ...article.authors.filter((slug) => !authors.has(slug)).map((slug) => `author "${slug}"`),
    ]
    for (const each of missing)
      problems.push(`articles/${article.slug} is shown without ${each}, which doesn’t exist`)
  }
  return problems
}
