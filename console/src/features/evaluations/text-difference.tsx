import { useMemo } from 'react'
import { diffTexts } from '../../model/text-difference.ts'

/** The words that the second output lacks are struck out, those that it adds are underlined. */
export const TextDifference = ({ before, after }: { before: string; after: string }) => {
  const parts = useMemo(() => diffTexts(before, after), [before, after])
  if (before === after) return <p className="text-ink-3">Both outputs are the same.</p>
  return (
    <section>
      <h3 className="mb-0.5 font-medium">Difference of the outputs</h3>
      <p className="max-h-52 overflow-y-auto break-words whitespace-pre-wrap">
        {parts.map(({ kind, text }, index) =>
          kind === 'removed' ? (
            <del key={index} className="bg-fail-soft text-fail">
              {text}
            </del>
          ) : kind === 'added' ? (
            <ins key={index} className="bg-ok-soft text-ok underline">
              {text}
            </ins>
          ) : (
            <span key={index}>{text}</span>
          ),
        )}
      </p>
    </section>
  )
}
