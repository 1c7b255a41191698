import { useTranslation } from '#app/i18n/use-translation.ts';
import { insta360Name } from './names.ts';

/** Returns the displayed name of a camera type. */
export function useCameraName(): (camera: string) => string {
  const { t } = useTranslation('people');
  return (camera) => {
    switch (camera) {
      case 'INTEGRATED_CAM':
      case 'MOBILE_FRONT':
      case 'MOBILE_BACK':
      case 'INSTA360_OTHER':
      case 'RICOH_THETA':
        return t(`cameras.${camera}`);
      default:
        return insta360Name(camera) ?? camera;
    }
  };
}
