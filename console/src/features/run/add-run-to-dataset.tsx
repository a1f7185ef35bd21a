import { useNavigate } from '@tanstack/react-router'
import { useAddToDataset } from '../../api/datasets.ts'
import type { Run } from '../../api/types.ts'
import { AddToDatasetDialog } from '../../ui/add-to-dataset.tsx'
import { showToast } from '../../ui/toast.tsx'

export const AddRunToDataset = ({ run, onClose }: { run: Run; onClose: () => void }) => {
  const navigate = useNavigate()
  const adding = useAddToDataset(run.run_id, ({ dataset_id, name }) => {
    const show = (): void =>
      void navigate({ to: '/datasets/$datasetId', params: { datasetId: dataset_id }, search: {} })
    showToast({ tone: 'ok', text: `Added to ${name}`, action: { label: 'Open', run: show } })
    onClose()
  })
  return <AddToDatasetDialog {...adding} onClose={onClose} />
}
