; The installer, made by build.sh: for this user only, so that no administrator is asked.
;   makensis -DVERSION=... -DBUNDLE=... -DICON=... -DLICENCE=... -DWORDS=... -DOUT=... installer.nsi
; /S asks nothing, /D=FOLDER (last, without quotes) is where to. Exit code 2: nothing was changed.
Unicode true
Target amd64-unicode
!include MUI2.nsh
!include WinVer.nsh
!include x64.nsh
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Playout"
!define CLASSES "Software\Classes"
!define GAME "Playout.Game"  ; what a .playout file is

Name "Playout"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Playout"
InstallDirRegKey HKCU "Software\Playout" "Folder"
RequestExecutionLevel user
ManifestDPIAware true
SetCompressor /SOLID lzma
SetCompressorDictSize 64  ; MB: both programs contain the same modules, 12 MB apart
BrandingText "Playout ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Playout"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installs Playout"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" ""

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!define MUI_COMPONENTSPAGE_NODESC
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\playout.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!include "${WORDS}"  ; made by packaging/words.py

!macro Refuse Sentence
  MessageBox MB_OK|MB_ICONEXCLAMATION "${Sentence}" /SD IDOK
  SetErrorLevel 2
!macroend

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
    !insertmacro Refuse "$(NEEDS)"
    Quit
  ${EndIf}
FunctionEnd

!macro CheckFunction un
Function ${un}Runs  ; returns 1 in $0 if the installed program runs
  Push $1
  StrCpy $0 0
  !insertmacro Check "playout.exe"
  !insertmacro Check "playout-console.exe"
  Pop $1
FunctionEnd
!macroend
!macro Check Program  ; what runs cannot be written to
  ${If} ${FileExists} "$INSTDIR\${Program}"
    ClearErrors
    FileOpen $1 "$INSTDIR\${Program}" a
    ${If} ${Errors}
      StrCpy $0 1
    ${Else}
      FileClose $1
    ${EndIf}
  ${EndIf}
!macroend
!insertmacro CheckFunction ""
!insertmacro CheckFunction "un."

Section "Playout" program
  SectionIn RO
  Call Runs
  ${If} $0 = 1
    !insertmacro Refuse "$(RUNS)"
    Quit
  ${EndIf}
  ; All of the new version is there before anything of the old one goes.
  RMDir /r "$INSTDIR\new"
  SetOutPath "$INSTDIR\new"
  File /r "${BUNDLE}/*"
  SetOutPath "$INSTDIR"
  ${If} ${FileExists} "$INSTDIR\_internal"
    RMDir /r "$INSTDIR\old"
    ClearErrors
    Rename "$INSTDIR\_internal" "$INSTDIR\old"
    ${If} ${Errors}
      RMDir /r "$INSTDIR\new"
      !insertmacro Refuse "$(RUNS)"
      Quit
    ${EndIf}
  ${EndIf}
  Rename "$INSTDIR\new\_internal" "$INSTDIR\_internal"
  CopyFiles /SILENT "$INSTDIR\new\*.exe" "$INSTDIR"
  RMDir /r "$INSTDIR\new"
  RMDir /r "$INSTDIR\old"

  CreateShortcut "$SMPROGRAMS\Playout.lnk" "$INSTDIR\playout.exe"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${CLASSES}\.playout" "" "${GAME}"
  WriteRegStr HKCU "${CLASSES}\${GAME}" "" "$(FILE_TYPE)"
  WriteRegStr HKCU "${CLASSES}\${GAME}\DefaultIcon" "" "$INSTDIR\playout.exe,0"
  WriteRegStr HKCU "${CLASSES}\${GAME}\shell\open\command" "" '"$INSTDIR\playout.exe" "%1"'
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
  WriteRegStr HKCU "Software\Playout" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Playout"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\playout.exe"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  SectionGetSize ${program} $0
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
SectionEnd

Section /o "$(DESKTOP)"
  CreateShortcut "$DESKTOP\Playout.lnk" "$INSTDIR\playout.exe"
SectionEnd

Section "Uninstall"
  Call un.Runs
  ${If} $0 = 1
    !insertmacro Refuse "$(RUNS)"
    Quit
  ${EndIf}
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\playout.exe"
  Delete "$INSTDIR\playout-console.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Playout.lnk"
  Delete "$DESKTOP\Playout.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Playout"
  DeleteRegKey HKCU "${CLASSES}\${GAME}"
  ReadRegStr $0 HKCU "${CLASSES}\.playout" ""
  ${If} $0 == "${GAME}"
    DeleteRegKey HKCU "${CLASSES}\.playout"
  ${EndIf}
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
  RMDir /r "$LOCALAPPDATA\playout\Cache"
  ${If} ${FileExists} "$LOCALAPPDATA\playout"
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(DELETE)$\n$\n$(FOLDER)" /SD IDNO IDNO +2
    RMDir /r "$LOCALAPPDATA\playout"
  ${EndIf}
SectionEnd
