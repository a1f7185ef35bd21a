import { BaseEdge, type EdgeProps } from '@xyflow/react'
import { toCurve, type Point } from '../../model/graph-layout.ts'

/** An edge on the way that the layout has found for it. */
export const RoutedEdge = ({ id, data, label, labelStyle, labelBgStyle, markerEnd, style }: EdgeProps) => {
  const points = (data?.['points'] ?? []) as Point[]
  const middle = points[Math.floor(points.length / 2)]
  return (
    <BaseEdge
      id={id}
      path={toCurve(points)}
      label={label}
      {...(middle !== undefined && { labelX: middle.x, labelY: middle.y })}
      {...(labelStyle !== undefined && { labelStyle })}
      {...(labelBgStyle !== undefined && { labelBgStyle })}
      {...(markerEnd !== undefined && { markerEnd })}
      {...(style !== undefined && { style })}
    />
  )
}
