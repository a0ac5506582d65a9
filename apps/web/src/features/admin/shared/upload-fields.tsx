import type { SiteSettings } from '@skein/contracts/instance';
import {
  listFormatsOfKind,
  uploadFormatNames,
  uploadFormats,
  uploadKinds,
  uploadMaxMegabytes,
} from '@skein/contracts/upload-limits';
import type { UploadFormat } from '@skein/contracts/upload-limits';
import { useId } from 'react';
import { t } from '../../../i18n/index.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const sizeFields = {
  image: 'imageMaxMb',
  video: 'videoMaxMb',
  audio: 'audioMaxMb',
  document: 'documentMaxMb',
} as const;

type Settings = Pick<SiteSettings, (typeof sizeFields)[keyof typeof sizeFields] | 'uploadFormats'>;

interface UploadFieldsProps {
  value: Settings;
  findError: (field: keyof Settings) => string | undefined;
  /** Undefined for a field that is not set on the server. */
  findVariable: (field: keyof Settings) => string | undefined;
  onChange: (changes: Partial<Settings>) => void;
}

/** What can be attached to threads and messages: the sizes and formats of each kind. */
export function UploadFields({ value, findError, findVariable, onChange }: UploadFieldsProps) {
  const messageId = useId();
  const variable = findVariable('uploadFormats');
  const error = findError('uploadFormats');
  const toggle = (format: UploadFormat, isAllowed: boolean) =>
    onChange({
      uploadFormats: uploadFormats.filter((each) =>
        each === format ? isAllowed : value.uploadFormats.includes(each),
      ),
    });
  return (
    <fieldset className="flex flex-col gap-4" aria-describedby={messageId}>
      <legend className="mb-1 font-semibold">{t('admin.settings.uploads')}</legend>
      <p
        id={messageId}
        className={error === undefined ? 'text-sm text-muted' : 'text-sm text-danger'}
      >
        {error ??
          (variable === undefined
            ? t('admin.settings.uploadsHint')
            : t('admin.settings.fixed', { variable }))}
      </p>
      {uploadKinds.map((kind) => {
        const field = sizeFields[kind];
        const sizeVariable = findVariable(field);
        return (
          <div key={kind} className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
            <TextField
              label={t(`admin.settings.uploadMax.${kind}`)}
              type="number"
              inputMode="numeric"
              min={1}
              max={uploadMaxMegabytes[kind]}
              required
              value={Number.isNaN(value[field]) ? '' : value[field]}
              disabled={sizeVariable !== undefined}
              error={findError(field)}
              hint={
                sizeVariable === undefined
                  ? t('admin.settings.uploadMaxHint', { max: uploadMaxMegabytes[kind] })
                  : t('admin.settings.fixed', { variable: sizeVariable })
              }
              onChange={({ target }) => onChange({ [field]: target.valueAsNumber })}
            />
            <div
              role="group"
              aria-label={t(`admin.settings.uploadFormats.${kind}`)}
              className="flex flex-wrap content-center gap-x-5 gap-y-2"
            >
              {listFormatsOfKind(kind).map((format) => (
                <Checkbox
                  key={format}
                  checked={value.uploadFormats.includes(format)}
                  disabled={variable !== undefined}
                  onChange={({ target }) => toggle(format, target.checked)}
                >
                  {uploadFormatNames[format]}
                </Checkbox>
              ))}
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
