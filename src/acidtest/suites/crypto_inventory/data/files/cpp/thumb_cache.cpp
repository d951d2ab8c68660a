#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QUrl>

class ThumbCache {
public:
    explicit ThumbCache(const QString& folder) : dir_(folder) { dir_.mkpath("normal"); }

    QString pathFor(const QString& file) const
    {
        const QByteArray uri = QUrl::fromLocalFile(file).toEncoded();
        const QByteArray name = QCryptographicHash::hash(uri, QCryptographicHash::Md5).toHex();
        return dir_.filePath("normal/" + QString::fromLatin1(name) + ".png");
    }

    QImage get(const QString& file)
    {
        const QString path = pathFor(file);
        QImage thumb(path);
        if (thumb.isNull() || QFileInfo(path).lastModified() < QFileInfo(file).lastModified()) {
            thumb = QImage(file).scaled(128, 128, Qt::KeepAspectRatio, Qt::SmoothTransformation);
            thumb.save(path);
        }
        return thumb;
    }

private:
    QDir dir_;
};
