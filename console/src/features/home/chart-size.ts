/** The sizes of the chart in pixels; the lanes below the plot are aligned with it. */
export const PLOT_HEIGHT = 170
export const LANE_HEIGHT = 28
export const LEFT = 64
export const RIGHT = 20
